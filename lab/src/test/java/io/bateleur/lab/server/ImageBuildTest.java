package io.bateleur.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ImageBuildTest {
    /** Whether the files build what they should nobody tried; that the image is one that can be started is certain. */
    @ParameterizedTest
    @EnumSource(ImageBuild.Recipe.class)
    void theImageHasTheCommitAndIsOneThatWeCanStart(ImageBuild.Recipe recipe) throws ServerException {
        ImageBuild release = ImageBuild.of(recipe, "release/1.2", Optional.of("8.4"), false);
        ImageBuild debug = ImageBuild.of(recipe, "release/1.2", Optional.of("8.4"), true);
        assertThat(release.text())
                .contains("git -C /source checkout release/1.2")
                .contains("FROM " + (recipe.word().startsWith("tidb") ? "pingcap/tidb" : recipe.word()) + ":8.4\n")
                .doesNotContainPattern("%(?!s\\\\n)") // but for what printf is given
                .isNotEqualTo(debug.text());
        assertThat(release.fileName()).isNotEqualTo(debug.fileName()).doesNotContain("/");
        ImageSpec started = ImageSpec.parse("docker:" + debug.image());
        assertThat(started.image().dialect()).isEqualTo(recipe.word().replace("-tikv", ""));
        assertThat(ImageBuild.Recipe.of(recipe.word())).contains(recipe);
    }

    @Test
    void whatWouldBeAnotherCommandIsRefused() {
        for (String commit : new String[] {"", "-x", "a b", "a;b", "$(id)", "a\nRUN b"}) {
            assertThatThrownBy(() -> ImageBuild.of(ImageBuild.Recipe.TIDB, commit, Optional.empty(), false))
                    .isInstanceOf(ServerException.class)
                    .hasMessageContaining("is no commit");
        }
        assertThatThrownBy(() -> ImageBuild.of(ImageBuild.Recipe.TIDB, "a", Optional.of("b c"), false))
                .hasMessageContaining("is no tag");
    }
}
